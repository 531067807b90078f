-- Stock rules and supplier items are imported from tables too (docs/decisions/0070).
alter table table_imports
  drop constraint table_imports_kind_check,
  add constraint table_imports_kind_check
    check (kind in ('products', 'partners', 'opening_stock', 'stock_rules', 'supplier_items'));
