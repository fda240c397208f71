/** Messages of signing in by email and of the embedded wallet's settings. */
export const emailMessages = {
  "title.EmailVerifyDevice": "Register Device",
  "title.EmailVerifyOtp": "Confirm Email",
  "title.UpdateEmailWallet": "Edit Email",
  "title.UpdateEmailPrimaryOtp": "Confirm Current Email",
  "title.UpdateEmailSecondaryOtp": "Confirm New Email",
  "title.UpgradeEmailWallet": "Upgrade your Wallet",

  "email.label": "Email address",
  "email.hint": "you@example.com",
  "email.go": "Continue with email",
  "email.sending": "Sending you a code",
  "email.none": "Enter your email address.",
  "email.incomplete": "This address is not complete. It looks like you@example.com.",

  "device.title": "Open the link in your email",
  "device.text": "This device is new. To continue, open the link we sent to:",
  "device.note": "Open it on any of your devices. This page continues automatically.",
  "device.resend": "Send another link",
  "device.resending": "Sending another link",
  "device.other": "Use another address",

  "otp.title": "Enter the code",
  "otp.text":
    "{purpose, select, currentEmail {First we make sure that it is you. We sent six digits to your current address:} newEmail {Almost done. We sent six digits to your new address:} other {We sent six digits to:}}",
  "otp.label": "Code, six digits",
  "otp.confirm": "Confirm",
  "otp.missing": "Enter all six digits first.",
  "otp.checking": "Checking the code",
  "otp.note": "It can take a minute. Check your spam folder, too.",
  "otp.resend": "Send another code",
  "otp.resending": "Sending another code",
  "otp.inSeconds": "in {seconds, plural, one {# second} other {# seconds}}",
  "otp.fromNow": "You can request another one now.",
  "otp.none": "No code was requested",
  "otp.noneText": "It was used or has expired. You can request another one.",
  "otp.toConnect": "Sign in",
  "otp.toAccount": "Go to account",

  "throttled.text": "Please try again after {seconds, plural, one {# second} other {# seconds}}.",
  "throttled.over": "You can try again now.",

  "newEmail.title": "Choose a new email address",
  "newEmail.text":
    "Your current address is {email}. We send a code to each address to confirm both are yours.",
  "newEmail.label": "New email address",
  "newEmail.same": "This is already your address.",
  "newEmail.go": "Continue",

  "upgrade.title": "Manage your wallet yourself",
  "upgrade.text":
    "Your wallet has its own page, independent of this site. There you can move it to a wallet app.",
  "upgrade.signIn": "Sign in there as",
  "upgrade.where": "Wallet page",
  "upgrade.go": "Open the page",
  "upgrade.goOpens": "Open the page of your wallet, opens in a new tab",

  "embedded.onChain":
    "{namespace, select, eip155 {Your Ethereum account} solana {Your Solana account} other {Your account}}",
  "embedded.email": "Email",
  "embedded.changeEmail": "{email}. Change your email address",
  "embedded.by":
    "Signed in with {by, select, google {Google} x {X} discord {Discord} farcaster {Farcaster} github {GitHub} apple {Apple} facebook {Facebook} other {email}}",
  "embedded.type": "Account type",
  "embedded.smartAccount": "Smart account",
  "embedded.smartAccountText": "Several steps run as one, and the site can pay the fees.",
  "embedded.eoa": "Standard account",
  "embedded.eoaText": "One key (EOA). Works everywhere and pays its own fees.",
  "embedded.notDeployed": "Not deployed yet. Your first transaction deploys it.",
  "embedded.ownAddress": "Each account has its own address. Switching moves no funds.",
  "embedded.switching": "Switching to the other account",
  "embedded.inUse": "{type} is in use now",
  "embedded.accounts": "Choose the account to use in Settings.",
  "embedded.upgrade": "Upgrade your wallet",
  "embedded.upgradeText": "Manage it yourself",
  "embedded.signOut": "Sign out",
} as const
