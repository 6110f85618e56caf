// Something that happens, and those who want to know: lower layers report, higher ones listen.

export interface Signal<T extends unknown[]> {
  listen(listener: (...facts: T) => void): void;
  fire(...facts: T): void;
}

export function signal<T extends unknown[] = []>(): Signal<T> {
  const listeners: ((...facts: T) => void)[] = [];
  return {
    listen: (listener) => void listeners.push(listener),
    fire(...facts) {
      for (const listener of listeners) listener(...facts);
    },
  };
}
