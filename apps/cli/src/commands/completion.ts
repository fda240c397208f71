import { Effect } from "effect"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import type { Command } from "./Command.ts"

export const completion = (_plan: Extract<Plan, { _tag: "Completion" }>, _context: Context): Command =>
  Effect.void
