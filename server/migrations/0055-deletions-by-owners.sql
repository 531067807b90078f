-- Owners delete their company from the app (docs/decisions/0076).

-- What a deletion that an owner asked for still needs, as JSON: the company's name, who asked, and the owners' addresses. It is null for
-- deletions by an operator, and again as soon as the owners were told: nothing of the company's contents stays.
alter table company_deletions add asked text;
-- sha256 of the Idempotency-Key of the owner's request. Whoever has the key and the company's id may read the receipt.
alter table company_deletions add receipt_key bytea;
-- How many files there were before the deletion, and their size, as JSON.
alter table company_deletions add files_before text;
-- The receipt, to the byte. It is removed after 30 days; its checksum stays, so that a receipt can be recognized later.
alter table company_deletions add receipt text;
alter table company_deletions add receipt_sha256 text;

create index company_deletions_asked on company_deletions (company_id) where asked is not null;
