/** What a page calls and follows of the engine: loaded with the first such call. */
export { makeHostMethods } from "./hostMethods.ts"
export { makeWatchHostValue } from "./hostValues.ts"
