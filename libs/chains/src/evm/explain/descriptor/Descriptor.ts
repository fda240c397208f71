import { matchesPattern } from "@wmodal/protocol"
import * as z from "zod/mini"

const address = z.string().check(matchesPattern(/^0x[0-9a-fA-F]{40}$/))
const record = z.record(z.string(), z.unknown())
const deployments = z.optional(z.array(z.object({ chainId: z.number(), address })))

/** A field or a group of fields; its members show which. `fields` are parsed later. */
export const fieldSchema = z.object({
  path: z.optional(z.string()),
  value: z.optional(z.unknown()),
  label: z.optional(z.nullable(z.string())),
  format: z.optional(z.nullable(z.string())),
  params: z.optional(z.nullable(record)),
  $ref: z.optional(z.string()),
  separator: z.optional(z.string()),
  visible: z.optional(
    z.union([
      z.enum(["always", "never", "optional"]),
      z.object({ ifNotIn: z.array(z.unknown()) }),
      z.object({ mustMatch: z.array(z.unknown()) }),
    ]),
  ),
  encryption: z.optional(record),
  iteration: z.optional(z.enum(["sequential", "bundled"])),
  fields: z.optional(z.array(z.unknown())),
})

export const descriptorSchema = z.object({
  context: z.object({
    contract: z.optional(
      z.object({
        deployments,
        /** Constraints that can only be checked with network requests. */
        factory: z.optional(z.unknown()),
        addressMatcher: z.optional(z.unknown()),
      }),
    ),
    eip712: z.optional(
      z.object({
        deployments,
        domain: z.optional(record),
        domainSeparator: z.optional(z.string()),
      }),
    ),
  }),
  metadata: z.optional(
    z.object({
      owner: z.optional(z.nullable(z.string())),
      contractName: z.optional(z.nullable(z.string())),
      token: z.optional(z.nullable(z.object({ name: z.string(), ticker: z.string(), decimals: z.number() }))),
    }),
  ),
  display: z.object({
    definitions: z.optional(record),
    formats: z.record(
      z.string(),
      z.object({
        intent: z.optional(z.nullable(z.union([z.string(), z.record(z.string(), z.string())]))),
        interpolatedIntent: z.optional(z.nullable(z.string())),
        fields: z.optional(z.nullable(z.array(z.unknown()))),
      }),
    ),
  }),
})

/** An ERC-7730 descriptor with a valid outline. Unknown members are ignored. */
export type Descriptor = z.infer<typeof descriptorSchema>
