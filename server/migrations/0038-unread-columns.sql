-- Columns that no statement reads: what they had stands in the record. The function that writes them loses their names and is otherwise as it was.
do $migration$
declare
  written text := pg_get_functiondef('commit_reference_records(uuid, text[], text[])'::regprocedure);
  gone text;
begin
  foreach gone in array array[
    ' low_stock_alerts = r."lowStockAlerts",', ', "lowStockAlerts" boolean',
    ' entity_kind,', ' value_type,', ' r."entityKind",', ' r."valueType",', ' "entityKind" text,', ' "valueType" text,',
    ' entity_kind = excluded.entity_kind,', ' value_type = excluded.value_type,'
  ] loop
    if strpos(written, gone) = 0 then
      raise exception 'commit_reference_records has no "%"', gone;
    end if;
    written := replace(written, gone, '');
  end loop;
  execute written;
end
$migration$;

alter table settings drop column low_stock_alerts;
alter table custom_fields drop column entity_kind, drop column value_type;
