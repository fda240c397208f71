import * as z from "zod/mini"
import { Failed } from "./Failed.ts"

/** @throws Failed naming the field, or `part` where it is the whole. */
export const decoded = <Shape extends z.ZodMiniType>(
  part: string,
  shape: Shape,
  value: unknown,
): z.output<Shape> => {
  const result = z.safeParse(shape, value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Failed({
    status: 400,
    field: issue?.path.join(".") || part,
    description: issue?.message ?? "Invalid input",
  })
}

/**
 * `undefined` where there is no body.
 * @throws Failed where it is no JSON.
 */
export const parsedJson = (text: string): unknown => {
  if (text === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Failed({ status: 422, field: "body", description: "Not JSON" })
  }
}
