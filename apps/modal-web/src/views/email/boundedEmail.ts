/** Characters up to which an address is shown whole. Source: the AppKit 1.7.2 wire. */
const bound = 30

/** An address for a line that has little room. */
export const boundedEmail = (email: string): string =>
  email.length > bound ? `${email.slice(0, -3)}...` : email
