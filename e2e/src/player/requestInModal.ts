import type { Expected, StoryRequest, toProviderRequest } from "@wmodal/mock-server/story"
import type { ModalActions } from "./ModalActions.ts"

/** The result of a page's request: an answer, or the code of an error. */
export type RequestResult = "answer" | number

/**
 * Sends a request of the page to the wallet, which the user reviews and then continues or cancels.
 * @param hears Receives the page's result.
 * @returns whether it needed explicit confirmation.
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
  // The view is removed with the request.
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

/** Runs on the page: sends a request by the modal's provider, as any dApp does. */
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
