/**
 * Replaces effect's `Hash` in the published modal: a hash only finds what to compare by `Equal`, and a cause has a few
 * reasons. See scripts/equal.mjs.
 */
export const symbol = "~effect/Hash"

export const hash = () => 0
export const string = () => 0
export const number = () => 0
export const array = () => 0
export const structureKeys = () => 0
export const combine = () => () => 0
