import { Data } from "effect"

/** What the terminal itself refuses, before or beside the engine. */
export type CliReason =
  /** The command line is wrong or lacks something; `hint` names the flag. */
  | { readonly _tag: "Usage"; readonly message: string; readonly hint: string | null }
  /** A setting, a file or a place on this machine is not as it must be. */
  | { readonly _tag: "Config"; readonly message: string; readonly hint: string | null }
  /** Nothing is connected. */
  | { readonly _tag: "NotConnected" }

/** A failure of the terminal face. */
export class CliError extends Data.TaggedError("CliError")<{ readonly reason: CliReason }> {}

export const usage = (message: string, hint: string | null = null): CliError =>
  new CliError({ reason: { _tag: "Usage", message, hint } })

export const config = (message: string, hint: string | null = null): CliError =>
  new CliError({ reason: { _tag: "Config", message, hint } })
