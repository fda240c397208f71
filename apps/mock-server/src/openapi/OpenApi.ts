import { type Contract, contracts, imageRoutes, type Route, SdkQuery, version } from "@wmodal/api"
import * as z from "zod/mini"

type JsonSchema = z.core.JSONSchema.BaseSchema
type AnyContract = Contract<string, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType>

interface OpenApiParameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required: boolean
  readonly schema: JsonSchema
}

interface OpenApiResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly schema: JsonSchema }>>
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

interface OpenApiOperation {
  readonly operationId: string
  readonly parameters: readonly OpenApiParameter[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>
  }
  readonly responses: Readonly<Record<string, OpenApiResponse | { readonly $ref: string }>>
}

/** Returns the schema of the input, with optional defaults; a refinement outside JSON Schema allows any value. */
const toJsonSchema = (shape: z.ZodMiniType): JsonSchema => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: "input", unrepresentable: "any" })
  return schema
}

const isOptionalSchema = (shape: z.ZodMiniType): boolean => z.safeParse(shape, undefined).success

/** Returns the properties of an object's schema. */
const getProperties = (shape: z.ZodMiniType): readonly Omit<OpenApiParameter, "in">[] => {
  const { properties = {}, required = [] } = toJsonSchema(shape)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema: typeof schema === "boolean" ? {} : schema,
  }))
}

const getPathParameters = ({ pattern }: Route<string>): readonly OpenApiParameter[] =>
  [...pattern.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }))

/** Returns the query parameters: a GET has the sender's in addition to its own. */
const getQueryParameters = ({ method, query }: AnyContract): readonly OpenApiParameter[] => {
  const own = getProperties(query)
  const sdk = method === "GET" ? getProperties(SdkQuery) : []
  const names = new Set(own.map(({ name }) => name))
  return [...own, ...sdk.filter(({ name }) => !names.has(name))].map((parameter) => ({
    ...parameter,
    // The world in the base path replaces the project id.
    required: parameter.required && parameter.name !== "projectId",
    in: "query",
  }))
}

const requestId = { "x-request-id": { schema: { type: "string", format: "uuid" } } } as const

const makeResponses = (
  description: string,
  content: OpenApiResponse["content"],
): OpenApiOperation["responses"] => ({
  200: { description, headers: requestId, ...(content !== undefined && { content }) },
  default: { $ref: "#/components/responses/Refusal" },
})

const makeCallOperation = (operationId: string, contract: AnyContract): OpenApiOperation => {
  const { body, contentType, headers, response } = contract
  const bearers = headers
    .filter((name) => name !== "authorization")
    .map(
      (name): OpenApiParameter => ({
        name,
        in: "header",
        required: false,
        schema: { type: "string", pattern: "^Bearer " },
      }),
    )
  return {
    operationId,
    parameters: [...getPathParameters(contract), ...getQueryParameters(contract), ...bearers],
    // OpenAPI ignores a parameter of this name.
    ...(headers.includes("authorization") && { security: [{}, { session: [] }] }),
    ...(!(body instanceof z.ZodMiniUndefined) && {
      requestBody: {
        required: !isOptionalSchema(body),
        content: { [contentType ?? "text/plain"]: { schema: toJsonSchema(body) } },
      },
    }),
    responses: makeResponses(isOptionalSchema(response) ? "Done; the body may be empty." : "Done.", {
      "application/json": { schema: toJsonSchema(response) },
    }),
  }
}

const makeImageOperation = (operationId: string, route: Route<string>): OpenApiOperation => ({
  operationId,
  parameters: getPathParameters(route),
  responses: makeResponses("The picture.", { "image/svg+xml": { schema: { type: "string" } } }),
})

const textSchema = { type: "string" } as const

const rejectionSchema: JsonSchema = {
  type: "object",
  properties: {
    status: { const: "FAILED" },
    reasons: {
      type: "array",
      items: {
        type: "object",
        properties: { field: textSchema, description: textSchema },
        required: ["field", "description"],
      },
    },
  },
  required: ["status", "reasons"],
}

type OpenApiEntry = readonly [Route<string>, OpenApiOperation]

const makePaths = (described: readonly OpenApiEntry[]) =>
  Object.fromEntries(
    [...Map.groupBy(described, ([{ pattern }]) => pattern.replace(/:(\w+)/g, "{$1}"))].map(
      ([path, calls]) => [
        path,
        Object.fromEntries(calls.map(([{ method }, operation]) => [method.toLowerCase(), operation])),
      ],
    ),
  )

/** Returns the OpenAPI 3.1 document of every contract for `GET /openapi.json`. */
export const makeOpenApi = () => ({
  openapi: "3.1.0",
  info: {
    title: "wmodal mock server",
    version,
    description:
      "The wallet directory, blockchain API and sign-in of the AppKit 1.7.2 wire, backed by real chain engines. For tests, not for production. JSON bodies are read regardless of the content type.",
  },
  servers: [
    { url: "/w/{projectId}", description: "One world.", variables: { projectId: { default: "demo" } } },
    { url: "/", description: "The world that the call's `projectId` names." },
  ],
  paths: makePaths([
    ...Object.entries<AnyContract>(contracts).map(
      ([name, contract]): OpenApiEntry => [contract, makeCallOperation(name, contract)],
    ),
    ...Object.entries<Route<string>>(imageRoutes).map(
      ([name, route]): OpenApiEntry => [route, makeImageOperation(name, route)],
    ),
  ]),
  components: {
    responses: {
      Refusal: {
        description: "The request was rejected, with reasons. Unexpected errors return 500 in plain text.",
        headers: requestId,
        content: { "application/json": { schema: rejectionSchema }, "text/plain": { schema: textSchema } },
      },
    },
    securitySchemes: { session: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
  },
})
