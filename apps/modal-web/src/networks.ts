/** For pages without a bundler: the networks table as a file of its own, so that `wmodal.js` stays small. */
export * from "@wmodal/protocol/networks"
