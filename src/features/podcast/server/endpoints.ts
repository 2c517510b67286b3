import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as libraryAdminContracts from '../library-admin-contract.ts'
import * as libraryContracts from '../library-contract.ts'
import * as episodeLinks from './library/episode-links.ts'
import * as episodeMentions from './library/episode-mentions.ts'
import * as libraryAdmin from './library/library-admin.ts'
import * as libraryEpisodes from './library/library-episodes.ts'
import * as libraryService from './library/library-service.ts'
import * as listening from './player/listening.ts'
import * as service from './service.ts'

export const endpoints = [
	...handleAll(contracts, service),
	...handleAll(libraryAdminContracts, episodeLinks, libraryAdmin, libraryEpisodes),
	...handleAll(libraryContracts, episodeMentions, libraryService, listening),
]
