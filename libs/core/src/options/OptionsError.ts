import { Data } from "effect"

/** The reason why a host's option is invalid. */
export type OptionsReason =
  /** 'Project ID Not Configured' */
  | { readonly _tag: "MissingProjectId" }
  | { readonly _tag: "NoNetworks" }
  | { readonly _tag: "DuplicateNetwork"; readonly network: string }
  /** 'Cannot set both `siweConfig` and `siwx` options' */
  | { readonly _tag: "TwoSignIns" }
  /** A field of the wrong shape: `path` as in `networks.0.name`. */
  | { readonly _tag: "Invalid"; readonly path: string; readonly detail: string }

/** The error of an invalid option. */
export class OptionsError extends Data.TaggedError("OptionsError")<{ readonly reason: OptionsReason }> {}
