// The texts about what pieces are worth.

export const worthTexts = {
  worth: (total: number) => `Worth ${total.toFixed(1)} by the rules`,
  columns: ["Term", "Value", "Weight", "Adds"],
  total: "Sum",
  number: (value: number) => value.toFixed(2),
};
