import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { AccountSettings } from "../account/AccountSettings.tsx"
import { SessionsView, type SessionsViewMember } from "./SessionsView.tsx"

const words = (scene: SceneName, view: SessionsViewMember = { _tag: "SmartSession", id: "one" }) =>
  getTexts(renderScene(scene, <SessionsView view={view} />))
const list = (scene: SceneName) => words(scene, { _tag: "SmartSessionList" }).join(" ")
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, "")

describe("SmartSessionList", () => {
  it("lists each permission with what is left of it and its end, those that can spend first", () => {
    const shown = plain(list("sessions"))
    expect(shown).toContain("play.example 0.06 ETH of 0.1 ETH left +1 until Feb 5, 2026")
    expect(shown).toContain("any amount of ETH +1 without an end")
    expect(shown.indexOf("Can spend now")).toBeLessThan(shown.indexOf("play.example"))
    expect(shown.indexOf("No longer valid")).toBeLessThan(shown.indexOf("old.example"))
    expect(shown).toContain("Expired")
    expect(shown).toContain("Revoked")
  })

  it("names a row with all that it shows, for screen readers", () => {
    const markup = renderScene("sessions", <SessionsView view={{ _tag: "SmartSessionList" }} />)
    expect(markup).not.toMatch(/<button[^>]*aria-label/)
    expect(plain(markup)).toContain("Show the permission of play.example</span>")
  })

  it("shows an empty list, a failed one with a retry, and an account without permissions", () => {
    expect(list("sessions-none")).toContain("No app can spend without asking")
    expect(list("sessions-failed")).toContain("Could not load permissions HTTP status code 503")
    expect(list("sessions-failed")).toContain("Try again")
    expect(list("sessions-unsupported")).toContain("not available for this account on this network")
  })
})

describe("SmartSession", () => {
  it("shows the limit, what is spent and left, the end and the key, and the way to revoke it", () => {
    const shown = plain(words("session").join(" "))
    expect(shown).toContain("Limit 0.1 ETH Spent 0.04 ETH Left 0.06 ETH")
    expect(shown).toContain("Limit 25 mUSDC Spent 0 mUSDC Left 25 mUSDC")
    expect(shown).toContain("Your account on the chain enforces the limit and the end.")
    expect(words("session").join("")).toContain("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
    expect(words("session")).toContain("Revoke")
  })

  it("marks a permission without limit or end, and says whose word it is", () => {
    const shown = plain(words("session-endless", { _tag: "SmartSession", id: "two" }).join(" "))
    expect(shown).toContain("any amount of ETH No limit")
    expect(shown).toContain("When you revoke it")
    expect(shown).toContain("Cannot be read: contract-call")
    expect(shown).toContain("the server's word")
  })

  it("offers no way to revoke one that is over", () => {
    const shown = words("session-ended", { _tag: "SmartSession", id: "four" })
    expect(shown).toContain("Revoked")
    expect(shown).not.toContain("Revoke")
  })

  it("shows why it was not revoked", () => {
    expect(words("session-declined")).toContain("Permission not revoked")
    expect(words("session-still-active").join(" ")).toContain("your account still accepts this app")
  })

  it("shows the open request, and what a late approval does", () => {
    expect(words("session-asking").join(" ")).toContain("The permission then ends on the chain.")
    expect(words("session-slow").join(" ")).toContain("A late approval still ends the permission.")
    expect(words("session-ending").join(" ")).toContain("Ending the permission")
  })
})

describe("AccountSettings", () => {
  it("leads to the permissions of a smart account, and of no other", () => {
    const rows = (scene: SceneName) => getTexts(renderScene(scene, <AccountSettings />))
    expect(rows("settings-sessions")).toContain("Smart Sessions")
    expect(rows("name-choose")).not.toContain("Smart Sessions")
  })
})
