import { expect, it } from "vitest"
import { describeEngines } from "./describeEngines.ts"
import { connectAndSign, expectQuiet, openJourneyWorld, signature, visitHost } from "./visitHost.ts"

/** Headers of a host's page, by what they deny. Engines ignore those that they do not know. */
const policies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "storage, windows and dialogs, as a sandbox without an origin": {
    "content-security-policy": "sandbox allow-scripts",
    // Its own files are of another origin.
    "access-control-allow-origin": "*",
  },
  "the clipboard, the camera and payments": {
    "permissions-policy":
      "clipboard-read=(), clipboard-write=(), camera=(), payment=(), publickey-credentials-get=(), storage-access=()",
  },
  "documents of other sites without a header": {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "credentialless",
  },
  "slow habits of documents": {
    "document-policy": "document-write=?0, force-load-at-top, js-profiling=?0",
  },
  "strings as code": {
    "content-security-policy": "require-trusted-types-for 'script'; trusted-types 'none'",
  },
}

describeEngines("policy of the page", (_name, getWorld) => {
  it.each(Object.entries(policies))("connects and signs where it denies %s", async (_denied, headers) => {
    const journey = await openJourneyWorld(getWorld())
    const window = await visitHost(getWorld(), journey, { headers })
    expect(await connectAndSign(window)).toMatch(signature)
    await expectQuiet(window)
  })
})
