import type { Fetch } from "@wmodal/protocol"
import type { Effect, Scope } from "effect"
import type { ExitName } from "../failure/exitCodes.ts"
import type { Failure } from "../failure/exitName.ts"

/** A command. It succeeds with nothing, or with an exit name when success has several. */
export type Command<R = never> = Effect.Effect<ExitName | void, Failure, Scope.Scope | R>

/** A command that runs an engine and so needs network access. */
export type EngineCommand = Command<Fetch>
