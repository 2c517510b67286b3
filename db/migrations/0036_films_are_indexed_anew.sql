-- What is said in films is found since this release: those that stand already are indexed by the job, in its slices.
INSERT INTO search_work (source_kind, source_id) SELECT 'module', id FROM modules WHERE type = 'video' ON CONFLICT DO NOTHING;
