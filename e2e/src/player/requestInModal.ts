import type { Expected, StoryRequest, toProviderRequest } from "@wmodal/mock-server/story"
import type { ModalActions } from "./ModalActions.ts"

/** What a page hears of its request: an answer, or the code of an error. */
export type RequestResult = "answer" | number

/**
 * The page asks the wallet for something: a person looks at it, and lets it through or not.
 * @param hears Told what the page hears, whenever that is.
 * @returns whether it waited for an explicit act.
 */
export const requestInModal = async (
  { respondDuring, closeModal, dialog, page, confirmWarnings, expectPressBlocked, getWarnings }: ModalActions,
  request: ReturnType<typeof toProviderRequest>,
  asked: StoryRequest,
  expected: Expected | null,
  hears: (heard: RequestResult) => void,
): Promise<boolean> => {
  await closeModal()
  page()
    .evaluate(requestProvider, request)
    .then(hears, () => {})
  const proceed = dialog().getByRole("button", { name: "Continue", exact: true })
  await proceed.waitFor()
  // It is gone with the request.
  if (expected?.says !== undefined) await dialog().getByText(expected.says).first().waitFor()
  if (asked.pass) await confirmWarnings()
  else if (await getWarnings().first().isVisible()) {
    await expectPressBlocked(proceed)
    await dialog().getByRole("button", { name: "Reject", exact: true }).click()
    return true
  }
  await respondDuring(asked.answer, undefined, () => proceed.click())
  return false
}

/** Runs on the page: asks as any page does, by the provider that the modal hands out. */
const requestProvider = async (request: ReturnType<typeof toProviderRequest>): Promise<RequestResult> => {
  const codeOf = (thrown: unknown) =>
    typeof thrown === "object" && thrown !== null && "code" in thrown ? Number(thrown.code) : 0
  const provider = globalThis.modals[0]?.getProvider("eip155")
  if (
    typeof provider !== "object" ||
    provider === null ||
    !("request" in provider) ||
    typeof provider.request !== "function"
  )
    return 0
  try {
    await provider.request(request)
    return "answer"
  } catch (thrown) {
    return codeOf(thrown)
  }
}
