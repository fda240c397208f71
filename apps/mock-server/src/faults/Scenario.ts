import { Data } from "effect"
import * as z from "zod/mini"
import { ChainTraits } from "../evm/ChainTraits.ts"
import { FaultRules } from "./Fault.ts"

/** The rules of one world. */
const WorldScenario = z.strictObject({
  faults: z._default(FaultRules, []),
  /** Milliseconds added to this machine's clock in checks of client dates. */
  wallShift: z._default(z.int(), 0),
  /** What its chains are like. Default: short routes, no fee but gas, and one plain node. */
  chains: z.optional(ChainTraits),
})
export type WorldScenario = z.output<typeof WorldScenario>

/**
 * The file of `wmodal mock --scenario`. `faults`, `wallShift` and `chains` apply to every world; a world that `worlds` names
 * (by project id) uses its own instead.
 */
export const Scenario = z.extend(WorldScenario, {
  /** The seed from which every world's own seed is derived. */
  seed: z.optional(z.string()),
  worlds: z._default(z.record(z.string(), WorldScenario), {}),
})
export type Scenario = z.output<typeof Scenario>
/** A scenario as input: missing fields have defaults. */
export type ScenarioInput = z.input<typeof Scenario>

/** Decodes a scenario: what `startMockServer` is given. @throws ScenarioInvalid */
export const decodeScenario = (value: unknown): Scenario => decode(Scenario, value)

/** Decodes the faults of one world from the control API. @throws ScenarioInvalid */
export const decodeFaults = (value: unknown): z.output<typeof FaultRules> =>
  decode(z.strictObject({ faults: FaultRules }), value).faults

const decode = <Shape extends z.ZodMiniType>(shape: Shape, value: unknown): z.output<Shape> => {
  const decoded = z.safeParse(shape, value)
  if (decoded.success) return decoded.data
  const [issue] = decoded.error.issues
  // For an unknown key the path ends at its object.
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : []
  throw new ScenarioInvalid({
    field: [...(issue?.path ?? []), ...unknown].join("."),
    detail: getIssueDetail(issue),
  })
}

const getIssueDetail = (issue: z.core.$ZodIssue | undefined): string => {
  switch (issue?.code) {
    case "unrecognized_keys":
      return "unknown key"
    case "invalid_value":
      return `it must be one of ${issue.values.map(String).join(", ")}`
    case "invalid_union":
      return "unknown kind"
    case "too_small":
      return `it must be at least ${issue.minimum}`
    case "too_big":
      return `it must be at most ${issue.maximum}`
    case "invalid_type":
      return `it must be of type ${issue.expected}`
    case "custom":
      return issue.message
    default:
      return "it is invalid"
  }
}

/** The error of an invalid scenario. `field` as in `faults.0.fault.kind`; empty for the whole scenario. */
export class ScenarioInvalid extends Data.TaggedError("ScenarioInvalid")<{
  readonly field: string
  readonly detail: string
}> {
  override get message() {
    return `The scenario is invalid${this.field === "" ? "" : ` at ${this.field}`}: ${this.detail}.`
  }
}
