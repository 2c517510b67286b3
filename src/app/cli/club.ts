import '../build/load-env.ts'
import './settings-file.ts'
import { reseal, resetSecondFactor } from './account-commands.ts'
import { backup, backups, restore, verify } from './backups.ts'
import { runCommand } from './commands.ts'
import { doctor } from './doctor.ts'
import { update } from './update.ts'

const USAGE = `Usage, in the folder of the program, as root or as the service's user:
  npm run club -- doctor             check settings, disk, database, address, mail and backups
  npm run club -- backup [FILE]      save the database, even while the server runs
  npm run club -- backups            list the backups, scheduled and made by hand
  npm run club -- verify [BACKUP]    test-restore the newest backup, or the one named
  npm run club -- restore [BACKUP]   restore a backup (the server must be stopped). Lists them and asks if none is
                                     named. BACKUP is a number of that list, a name, a file, or "newest"
  npm run club -- reset-second-factor EMAIL
                                     remove the second factor of an account at once
  npm run club -- reseal             make authenticator apps work again after a change of SECRET_KEY, with the previous
                                     key in OLD_SECRET_KEY
  npm run club -- update [SOURCE]    install the newest version beside this one, and switch to it. Goes back if it does
                                     not start. SOURCE is a repository, if not the one that this version came from`

await runCommand(
	{ doctor, backup, backups, verify, restore, 'reset-second-factor': resetSecondFactor, reseal, update },
	{ usage: USAGE, flags: { restore: ['--replace'] }, asRoot: ['update'] },
)
