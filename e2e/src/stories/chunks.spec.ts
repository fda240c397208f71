import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { paths } from "../harness/paths.ts"

const manifestSchema = z.record(z.string(), z.object({ imports: z.optional(z.array(z.string())) }))

describe("chunks of the script-tag build", () => {
  // Of two chunks with a circular import one runs too early, depending on the order of arrival.
  it("contains no circular imports", async () => {
    const manifest = manifestSchema.parse(JSON.parse(await readFile(paths.cdnManifest, "utf8")))
    const circleFrom = (chunk: string, way: readonly string[]): readonly string[] | undefined =>
      way.includes(chunk)
        ? [...way, chunk]
        : (manifest[chunk]?.imports ?? []).map((next) => circleFrom(next, [...way, chunk])).find(Boolean)
    expect(
      Object.keys(manifest)
        .map((chunk) => circleFrom(chunk, []))
        .filter(Boolean),
    ).toEqual([])
  })
})
