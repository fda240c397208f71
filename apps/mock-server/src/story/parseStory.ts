import { Data } from "effect"
import { type Document, isNode, LineCounter, parseDocument } from "yaml"
import * as z from "zod/mini"
import { networkOfEachStep, StepImpossible } from "./networkOfEachStep.ts"
import { getStoryAct, type Story, WrittenStory } from "./Story.ts"

/** Parses a story from YAML or JSON. @throws StoryInvalid with the line number */
export const parseStory = (text: string): Story => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, schema: "core" })
  const [broken] = document.errors
  if (broken !== undefined)
    throw new StoryInvalid({
      line: lines.linePos(broken.pos[0]).line,
      field: "",
      detail: firstLine(broken.message),
    })
  const lineOf = (path: readonly PropertyKey[]) => lines.linePos(findPosition(document, path)).line
  const read = z.safeParse(WrittenStory, document.toJS(), { reportInput: true })
  if (!read.success) {
    const [issue] = read.error.issues
    const path = [...(issue?.path ?? [])]
    const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : []
    throw new StoryInvalid({
      line: lineOf([...path, ...unknown]),
      field: [...path, ...unknown].join("."),
      detail: getIssueDetail(issue),
    })
  }
  const { story, seed = story, network, patience, siwx = null, smartAccount, wallet } = read.data
  const networks = [network, ...read.data.networks.filter((other) => other !== network)] as const
  const steps = read.data.steps.map((step, at) => ({
    act: getStoryAct(step),
    note: step.note ?? null,
    expect: step.expect ?? null,
    line: lineOf(["steps", at]),
  }))
  try {
    const course = networkOfEachStep(steps, networks, wallet)
    return {
      title: story,
      seed,
      networks,
      wallet,
      smartAccount,
      siwx,
      patience,
      steps: steps.map((step, at) => ({ ...step, network: course[at] ?? network })),
    }
  } catch (error) {
    if (!(error instanceof StepImpossible)) throw error
    const { detail, path } = error
    throw new StoryInvalid({ line: lineOf(path), field: path.join("."), detail })
  }
}

const firstLine = (text: string) => text.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "") ?? text

/** Returns the position of the deepest existing part of a path: for a missing key, its parent. */
const findPosition = (document: Document, path: readonly PropertyKey[]): number => {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

const getIssueDetail = (issue: z.core.$ZodIssue | undefined): string => {
  switch (issue?.code) {
    case "unrecognized_keys":
      return "unknown key"
    case "invalid_value":
      return `it must be one of ${issue.values.map(String).join(", ")}`
    case "invalid_type":
      return issue.input === undefined ? "it is missing" : `it must be of type ${issue.expected}`
    case "too_small":
      return `it must be at least ${issue.minimum}`
    case "too_big":
      return `it must be at most ${issue.maximum}`
    case "custom":
    case "invalid_format":
      return issue.message || "it is invalid"
    default:
      return "it is invalid"
  }
}

/** An invalid story. `line` is from 1; `field` has the form `steps.0.send.amount`, empty for the whole story. */
export class StoryInvalid extends Data.TaggedError("StoryInvalid")<{
  readonly line: number
  readonly field: string
  readonly detail: string
}> {
  override get message() {
    return `Line ${this.line}${this.field === "" ? "" : `, ${this.field}`}: ${this.detail}.`
  }
}
