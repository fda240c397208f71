import * as z from "zod/mini"
import { RequestError } from "./RequestError.ts"

/** @throws Failed naming the field, or `part` where it is the whole. */
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

/** `undefined` if the text is not JSON, or is nested too deeply to be serialized. */
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
 * `undefined` where there is no body.
 * @throws Failed where it is no JSON that can be told again.
 */
export const parseJsonBody = (text: string): unknown => {
  if (text === "") return undefined
  const value = parseJson(text)
  if (value === undefined) throw new RequestError({ status: 422, field: "body", description: "Not JSON" })
  return value
}
