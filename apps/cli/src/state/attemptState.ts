import { Effect } from "effect"
import { type CliError, configError } from "../failure/CliError.ts"
import { StateError } from "./StateError.ts"
import type { StateFolder } from "./StateFolder.ts"

/** Accesses the state folder. Errors become config errors with the path, and the reason or the system's error code. */
export const attemptState = <A>(folder: StateFolder, touch: () => A): Effect.Effect<A, CliError> =>
  Effect.try({
    try: touch,
    catch: (error) =>
      error instanceof StateError
        ? configError(error.message, error.hint)
        : configError(
            `The state folder ${folder.path} is not usable (${getErrorCode(error)}).`,
            fullCodes.has(getErrorCode(error))
              ? "Free some space or set XDG_STATE_HOME."
              : "Fix its permissions or set XDG_STATE_HOME.",
          ),
  })

/** No space, or a quota that is used up. */
const fullCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"])

const getErrorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown"
