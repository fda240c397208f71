import { contracts, imageRoutes } from "@wmodal/api"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeHandler } from "../index.ts"

const types = ["object", "array", "string", "number", "integer", "boolean", "null"]

/** JSON Schema 2020-12, limited to the keywords of the contracts: unknown keywords are an error. */
const Schema: z.ZodMiniType = z.lazy(() =>
  z.strictObject({
    type: z.optional(z.union([z.enum(types), z.array(z.enum(types))])),
    properties: z.optional(z.record(z.string(), Schema)),
    required: z.optional(z.array(z.string())),
    additionalProperties: z.optional(z.union([z.boolean(), Schema])),
    propertyNames: z.optional(Schema),
    items: z.optional(z.union([z.boolean(), Schema])),
    prefixItems: z.optional(z.array(Schema)),
    anyOf: z.optional(z.array(Schema).check(z.minLength(1))),
    oneOf: z.optional(z.array(Schema).check(z.minLength(1))),
    allOf: z.optional(z.array(Schema).check(z.minLength(1))),
    not: z.optional(Schema),
    const: z.optional(z.unknown()),
    enum: z.optional(z.array(z.unknown()).check(z.minLength(1))),
    default: z.optional(z.unknown()),
    format: z.optional(z.string()),
    pattern: z.optional(z.string()),
    minimum: z.optional(z.number()),
    maximum: z.optional(z.number()),
    exclusiveMinimum: z.optional(z.number()),
    exclusiveMaximum: z.optional(z.number()),
    minLength: z.optional(z.number()),
    maxLength: z.optional(z.number()),
    minItems: z.optional(z.number()),
    maxItems: z.optional(z.number()),
  }),
)
const Content = z.record(
  z.string().check(z.regex(/^[-\w+.]+\/[-\w+.]+$/)),
  z.strictObject({ schema: Schema }),
)
const Reply = z.strictObject({
  description: z.string().check(z.minLength(1)),
  headers: z.optional(z.record(z.string(), z.strictObject({ schema: Schema }))),
  content: z.optional(Content),
})
const Operation = z.strictObject({
  operationId: z.string().check(z.regex(/^\w+$/)),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      in: z.enum(["path", "query", "header"]),
      required: z.boolean(),
      schema: Schema,
    }),
  ),
  security: z.optional(z.array(z.record(z.string(), z.array(z.string())))),
  requestBody: z.optional(z.strictObject({ required: z.boolean(), content: Content })),
  responses: z.record(
    z.string().check(z.regex(/^(?:[1-5]\d\d|default)$/)),
    z.union([Reply, z.strictObject({ $ref: z.literal("#/components/responses/Refusal") })]),
  ),
})
/** OpenAPI 3.1.0, limited to the features of this document. */
const Document = z.strictObject({
  openapi: z.literal("3.1.0"),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(
    z.strictObject({
      url: z.string(),
      description: z.string(),
      variables: z.optional(z.record(z.string(), z.strictObject({ default: z.string() }))),
    }),
  ),
  paths: z.record(
    z.string().check(z.regex(/^\/(?:[^{}:]|\{\w+\})*$/)),
    z.partialRecord(z.enum(["get", "post", "patch"]), Operation),
  ),
  components: z.strictObject({
    responses: z.strictObject({ Refusal: Reply }),
    securitySchemes: z.strictObject({
      session: z.strictObject({
        type: z.literal("http"),
        scheme: z.literal("bearer"),
        bearerFormat: z.string(),
      }),
    }),
  }),
})

const read = async () => {
  const handler = makeHandler()
  const response = await handler.fetch(new Request("http://localhost/openapi.json"))
  expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, "*"])
  return Document.parse(await response.json())
}

const operations = (document: z.output<typeof Document>) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
  )

describe("GET /openapi.json", () => {
  it("returns a valid structure, with unique operations and declared path parameters", async () => {
    const document = await read()
    const all = operations(document)
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
    for (const { path, parameters } of all) {
      const named = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
      expect(new Set(named).size).toBe(named.length)
      const declared = parameters.filter((parameter) => parameter.in === "path")
      expect(declared.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
      expect(declared.every(({ required }) => required)).toBe(true)
    }
  })

  it("contains exactly the contracts", async () => {
    const all = operations(await read()).map(({ method, path }) => `${method} ${path}`)
    const expected = Object.values({ ...contracts, ...imageRoutes }).map(
      ({ method, pattern }) => `${method.toLowerCase()} ${pattern.replace(/:(\w+)/g, "{$1}")}`,
    )
    expect(all.toSorted()).toEqual(expected.toSorted())
  })

  it("contains only served paths", async () => {
    const handler = makeHandler()
    for (const { path, method } of operations(await read())) {
      const url = `http://localhost/w/p${path.replace(/\{\w+\}/g, "x")}`
      const response = await handler.fetch(new Request(url, { method: method.toUpperCase() }))
      expect(await response.text(), `${method} ${path}`).not.toContain("No such endpoint")
    }
  })

  it("describes query, body and response of a call", async () => {
    const { paths } = await read()
    const balance = paths["/v1/account/{address}/balance"]?.get
    expect(balance?.parameters.map(({ name, required }) => [name, required])).toEqual([
      ["address", true],
      ["currency", true],
      ["chainId", false],
      ["forceUpdate", false],
      ["projectId", false],
      ["st", false],
      ["sv", false],
    ])
    expect(balance?.requestBody).toBeUndefined()
    expect(paths["/v1/fungible/price"]?.post?.requestBody).toMatchObject({
      required: true,
      content: { "application/json": { schema: { required: ["currency", "addresses", "projectId"] } } },
    })
    expect(paths["/auth/v1/authenticate"]?.post?.parameters).toContainEqual(
      expect.objectContaining({ name: "x-nonce-jwt", in: "header" }),
    )
    expect(paths["/auth/v1/me"]?.get?.security).toEqual([{}, { session: [] }])
  })
})
