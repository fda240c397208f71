import { Effect } from "effect"
import type { Plan } from "../plan/Plan.ts"
import type { Command } from "../run.ts"
import type { Context } from "../session/Context.ts"

export const completion = (_plan: Extract<Plan, { _tag: "Completion" }>, _context: Context): Command =>
  Effect.void
