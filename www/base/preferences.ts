// What a visitor chose last time. A sandboxed frame and some private modes refuse all storage by throwing.

export function get(name: string): string | null {
  try {
    return localStorage.getItem(`kibitzer.${name}`);
  } catch {
    return null;
  }
}

export function set(name: string, value: string): void {
  try {
    localStorage.setItem(`kibitzer.${name}`, value);
  } catch {
    // The choice then lasts as long as the page.
  }
}
