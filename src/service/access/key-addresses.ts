/** From where a key may be used: single addresses and CIDR ranges, IPv4 and IPv6 alike. */
import { BlockList, isIPv4 } from "node:net";

/** Takes the address of a connection. Null permits every address; one that is not known is permitted nowhere else. */
export const addressTest = (ranges: readonly string[] | null): ((address: string | undefined) => boolean) => {
  if (ranges === null) return () => true;
  const permitted = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (bits === undefined) permitted.addAddress(address, family);
    else permitted.addSubnet(address, Number(bits), family);
  }
  return (given) => {
    // Link-local addresses come with their interface; IPv4 in the notation of IPv6 the list knows by itself.
    const address = given?.replace(/%.*$/, "");
    if (!address) return false;
    return permitted.check(address, isIPv4(address) ? "ipv4" : "ipv6");
  };
};
