import '../build/load-env.ts'
import './settings-file.ts'
import { reseal, resetSecondFactor } from './account-commands.ts'
import { runCommand } from './commands.ts'

const USAGE = `Usage:
  npm run account:reset-second-factor -- EMAIL   remove the second factor of an account at once, even while the server
                                                 runs: for an admin who lost it and has no other admin to ask
  npm run account:reseal                         after a change of SECRET_KEY, while the server is stopped: make the
                                                 authenticator apps work again. OLD_SECRET_KEY is the previous key`

await runCommand({ 'reset-second-factor': resetSecondFactor, reseal }, { usage: USAGE, flags: {} })
