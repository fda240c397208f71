import * as z from "zod/mini"
import { RequestError } from "./RequestError.ts"

/** @throws Failed naming the invalid field, or `part` when the whole is invalid. */
export const decodePart = <Shape extends z.ZodMiniType>(
  part: string,
  shape: Shape,
  value: unknown,
): z.output<Shape> => {
  const result = z.safeParse(shape, value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new RequestError({
    status: 400,
    field: issue?.path.join(".") || part,
    description: issue?.message ?? "Invalid input",
  })
}

/** Parses JSON; `undefined` if the text is not JSON, or is nested too deeply to be serialized. */
export const parseJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    // JSON of any depth can be parsed but not serialized, so it fails here and not when the log is read.
    JSON.stringify(value)
    return value
  } catch {
    return undefined
  }
}

/**
 * Parses a JSON body; `undefined` when it is empty.
 * @throws Failed when it is not JSON, or is nested too deeply to be serialized.
 */
export const parseJsonBody = (text: string): unknown => {
  if (text === "") return undefined
  const value = parseJson(text)
  if (value === undefined) throw new RequestError({ status: 422, field: "body", description: "Not JSON" })
  return value
}
