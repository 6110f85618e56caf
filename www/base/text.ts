// Numbers and words as they are written everywhere on the page.

/** With commas. The browser's own way takes 40 ms when it is first asked. */
export const number = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** "1 game", "1,200 games" */
export const count = (value: number, thing: string): string => `${number(value)} ${thing}${value === 1 ? "" : "s"}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
