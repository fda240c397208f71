import { makeFrameMemory } from "@wmodal/dev-wallet/testing"
import { optimism } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import { toFrameUrl } from "./runEmbeddedWallet.ts"

const site = { networks: [optimism], projectId: "a&b", secureSite: "https://secure.example/" }

describe("toFrameUrl", () => {
  it("contains the project id, the first network, the version and the log switch", () => {
    expect(toFrameUrl({ ...site, memory: makeFrameMemory() })).toBe(
      "https://secure.example/sdk?projectId=a%26b&chainId=eip155:10&version=4&enableLogger=true",
    )
  })

  it("contains the last network of the user, and eip155:1 without any network", () => {
    const chain = (url: string) => new URL(url).searchParams.get("chainId")
    const memory = makeFrameMemory({ lastChain: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" })
    expect(chain(toFrameUrl({ ...site, memory }))).toBe("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp")
    expect(chain(toFrameUrl({ ...site, networks: [], memory: makeFrameMemory() }))).toBe("eip155:1")
  })
})
