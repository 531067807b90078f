-- Lines of orders have ids, and may have given prices and discounts. Nodes of the previous version do not know these, so they may no longer write.
alter table commands drop constraint commands_written_now;
alter table commands add constraint commands_written_now check (v >= 3 or after is null) not valid;
