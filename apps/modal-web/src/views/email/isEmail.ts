/** Whether a text may be an email address. The secure site knows better: this only finds what is not finished. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
