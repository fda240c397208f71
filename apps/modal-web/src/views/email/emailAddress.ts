/** Characters up to which an address is shown whole. Source: the AppKit 1.7.2 wire. */
const maxEmailLength = 30

/** An address for a line that has little room. */
export const truncateEmail = (email: string): string =>
  email.length > maxEmailLength ? `${email.slice(0, -3)}...` : email

/** Whether a text may be an email address. The secure site knows better: this only finds what is not finished. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
