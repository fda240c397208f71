import { Data } from "effect"

/** What is wrong with what a host passed. */
export type OptionsReason =
  /** 'Project ID Not Configured' */
  | { readonly _tag: "MissingProjectId" }
  | { readonly _tag: "NoNetworks" }
  | { readonly _tag: "DuplicateNetwork"; readonly network: string }
  /** A field of the wrong shape: `path` as in `networks.0.name`. */
  | { readonly _tag: "Invalid"; readonly path: string; readonly detail: string }

/** The error of an invalid option. */
export class OptionsError extends Data.TaggedError("OptionsError")<{ readonly reason: OptionsReason }> {}
