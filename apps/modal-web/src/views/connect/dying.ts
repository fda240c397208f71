/** Milliseconds before its end from which on a link counts as expired: no answer would come in time. */
export const dying = 10_000
