import { handle } from '#src/platform/endpoint/handle.ts'
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
	handle(libraryAdminContracts.saveChapters, libraryAdmin.saveChapters),
	handle(libraryAdminContracts.getLibraryEpisode, libraryEpisodes.getLibraryEpisode),
	handle(libraryAdminContracts.saveEpisodeLinks, episodeLinks.saveEpisodeLinks),
	handle(libraryAdminContracts.refetchEpisode, libraryAdmin.refetchEpisode),
	handle(libraryAdminContracts.renameSpeakers, libraryAdmin.renameSpeakers),
	handle(libraryAdminContracts.saveTranscript, libraryAdmin.saveTranscript),
	handle(libraryAdminContracts.deleteTranscript, libraryAdmin.deleteTranscript),
	handle(libraryAdminContracts.listLibraryEpisodes, libraryEpisodes.listLibraryEpisodes),
	handle(contracts.refreshPodcast, service.refreshPodcast),
	handle(contracts.getPodcast, service.getPodcast),
	handle(libraryContracts.getEpisode, libraryService.getEpisode),
	handle(libraryContracts.listMentions, episodeMentions.listMentions),
	handle(libraryContracts.getTranscript, libraryService.getTranscript),
	handle(libraryContracts.saveListening, listening.saveListening),
	handle(libraryContracts.listListening, listening.listListening),
	handle(libraryContracts.getQueue, listening.getQueue),
	handle(libraryContracts.saveQueue, listening.saveQueue),
]
