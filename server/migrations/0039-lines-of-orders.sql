-- Lines of orders have ids, given prices and discounts: nodes of the version before, which know of none of these, may write nothing any more.
alter table commands drop constraint commands_written_now;
alter table commands add constraint commands_written_now check (v >= 3 or after is null) not valid;
