/**
 * Milliseconds until a test gives up waiting for an element, a screen or a value. Shorter than the limit of a test, so
 * that the error names what is missing.
 */
export const elementTimeoutMs = 20_000
