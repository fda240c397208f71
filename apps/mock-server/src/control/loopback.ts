/** Whether a peer's address is this machine. */
export const isLoopbackAddress = (address: string): boolean =>
  address === "::1" || /^(?:::ffff:)?127(?:\.\d+){3}$/.test(address)
