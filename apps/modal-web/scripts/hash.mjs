/**
 * Replaces effect's `Hash` in the published modal: a hash only finds what to compare by `Equal`, and a cause has a few
 * reasons. See scripts/equal.mjs.
 */
export const symbol = "~effect/Hash"

export const hash = () => 0
export const string = hash
export const number = hash
export const array = hash
export const structureKeys = hash
export const combine = () => hash
