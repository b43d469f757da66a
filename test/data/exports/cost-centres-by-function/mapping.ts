/** A cost centre says the department in its middle; what begins with 9 is the head office, whatever follows. */
export const department = ({ cost }: Readonly<Record<string, unknown>>): string => {
  const [area, middle] = String(cost).split("-");
  return area === "9" ? "HQ" : `D${middle}`;
};
