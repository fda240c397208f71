import { type Contract, contracts, imageRoutes, type Route, SdkQuery, version } from "@wmodal/api"
import * as z from "zod/mini"

type Json = z.core.JSONSchema.BaseSchema
type AnyContract = Contract<string, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType>

interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required: boolean
  readonly schema: Json
}

interface Reply {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly schema: Json }>>
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>
}

interface Operation {
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Readonly<Record<string, { readonly schema: Json }>>
  }
  readonly responses: Readonly<Record<string, Reply | { readonly $ref: string }>>
}

/** What is sent, whose defaults may be left out; a refinement that JSON Schema cannot say is any value to it. */
const schemaOf = (shape: z.ZodMiniType): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: "input", unrepresentable: "any" })
  return schema
}

const accepts = (shape: z.ZodMiniType): boolean => z.safeParse(shape, undefined).success

/** Each property of an object's schema. */
const propertiesOf = (shape: z.ZodMiniType): readonly Omit<Parameter, "in">[] => {
  const { properties = {}, required = [] } = schemaOf(shape)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema: typeof schema === "boolean" ? {} : schema,
  }))
}

const pathParameters = ({ pattern }: Route<string>): readonly Parameter[] =>
  [...pattern.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }))

/** A GET carries who asks beside its own query. */
const queryParameters = ({ method, query }: AnyContract): readonly Parameter[] => {
  const own = propertiesOf(query)
  const sdk = method === "GET" ? propertiesOf(SdkQuery) : []
  const names = new Set(own.map(({ name }) => name))
  return [...own, ...sdk.filter(({ name }) => !names.has(name))].map((parameter) => ({
    ...parameter,
    // The base path of a world stands for it.
    required: parameter.required && parameter.name !== "projectId",
    in: "query",
  }))
}

const requestId = { "x-request-id": { schema: { type: "string", format: "uuid" } } } as const

const replies = (description: string, content: Reply["content"]): Operation["responses"] => ({
  200: { description, headers: requestId, ...(content !== undefined && { content }) },
  default: { $ref: "#/components/responses/Refusal" },
})

const callOf = (operationId: string, contract: AnyContract): Operation => {
  const { body, contentType, headers, response } = contract
  const bearers = headers
    .filter((name) => name !== "authorization")
    .map(
      (name): Parameter => ({
        name,
        in: "header",
        required: false,
        schema: { type: "string", pattern: "^Bearer " },
      }),
    )
  return {
    operationId,
    parameters: [...pathParameters(contract), ...queryParameters(contract), ...bearers],
    // OpenAPI ignores a parameter of this name.
    ...(headers.includes("authorization") && { security: [{}, { session: [] }] }),
    ...(!(body instanceof z.ZodMiniUndefined) && {
      requestBody: {
        required: !accepts(body),
        content: { [contentType ?? "text/plain"]: { schema: schemaOf(body) } },
      },
    }),
    responses: replies(accepts(response) ? "Done; the body may be empty." : "Done.", {
      "application/json": { schema: schemaOf(response) },
    }),
  }
}

const imageOf = (operationId: string, route: Route<string>): Operation => ({
  operationId,
  parameters: pathParameters(route),
  responses: replies("The picture.", { "image/svg+xml": { schema: { type: "string" } } }),
})

const text = { type: "string" } as const

const refusal: Json = {
  type: "object",
  properties: {
    status: { const: "FAILED" },
    reasons: {
      type: "array",
      items: {
        type: "object",
        properties: { field: text, description: text },
        required: ["field", "description"],
      },
    },
  },
  required: ["status", "reasons"],
}

type Described = readonly [Route<string>, Operation]

const pathsOf = (described: readonly Described[]) =>
  Object.fromEntries(
    [...Map.groupBy(described, ([{ pattern }]) => pattern.replace(/:(\w+)/g, "{$1}"))].map(
      ([path, calls]) => [
        path,
        Object.fromEntries(calls.map(([{ method }, operation]) => [method.toLowerCase(), operation])),
      ],
    ),
  )

/** Every contract, as OpenAPI 3.1 tells it: what `GET /openapi.json` answers. */
export const openApi = () => ({
  openapi: "3.1.0",
  info: {
    title: "wmodal mock server",
    version,
    description:
      "The wallet directory, the blockchain API and the sign-in of the AppKit 1.7.2 wire, over real engines. For tests, not for production. JSON bodies are read whatever the content type says.",
  },
  servers: [
    { url: "/w/{projectId}", description: "One world.", variables: { projectId: { default: "demo" } } },
    { url: "/", description: "The world that the call's `projectId` names." },
  ],
  paths: pathsOf([
    ...Object.entries<AnyContract>(contracts).map(
      ([name, contract]): Described => [contract, callOf(name, contract)],
    ),
    ...Object.entries<Route<string>>(imageRoutes).map(
      ([name, route]): Described => [route, imageOf(name, route)],
    ),
  ]),
  components: {
    responses: {
      Refusal: {
        description: "Refused, and why. An error that nobody foresaw is a 500 in plain text.",
        headers: requestId,
        content: { "application/json": { schema: refusal }, "text/plain": { schema: text } },
      },
    },
    securitySchemes: { session: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
  },
})
