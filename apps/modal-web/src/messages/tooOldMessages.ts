/** The messages of a browser that cannot run the modal: English, because no other language can load. */
export const tooOldMessages = {
  "browser.tooOld": "This browser is too old to connect a wallet. Update it, or use another one.",
} as const
