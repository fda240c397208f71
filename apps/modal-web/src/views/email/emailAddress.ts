/** The number of characters up to which an address is shown whole. Source: the AppKit 1.7.2 wire. */
const maxEmailLength = 30

/** Returns an address shortened for a narrow line. */
export const truncateEmail = (email: string): string =>
  email.length > maxEmailLength ? `${email.slice(0, -3)}...` : email

/**
 * Returns true when a text may be an email address. It only detects unfinished ones; the secure site validates the
 * rest.
 */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
