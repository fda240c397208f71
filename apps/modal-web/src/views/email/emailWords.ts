/** The words of an email address: having a wallet by it, and changing it. */
export const emailWords = {
  "title.EmailVerifyDevice": "Register device",
  "title.EmailVerifyOtp": "Confirm email",
  "title.UpdateEmailWallet": "Edit email",
  "title.UpdateEmailPrimaryOtp": "Confirm current email",
  "title.UpdateEmailSecondaryOtp": "Confirm new email",
  "title.UpgradeEmailWallet": "Upgrade your wallet",
} as const
