import type { Fetch } from "@wmodal/protocol"
import type { Effect, Scope } from "effect"
import type { ExitName } from "../failure/exitCodes.ts"
import type { Failure } from "../failure/exitName.ts"

/** What a command does. It succeeds with nothing, or with the way to exit where even success has several. */
export type Command<R = never> = Effect.Effect<ExitName | void, Failure, Scope.Scope | R>

/** A command that runs an engine, and so must be told how the outside is reached. */
export type EngineCommand = Command<Fetch>
