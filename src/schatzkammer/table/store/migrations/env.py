"""Alembic's environment; uses the connection that `migrate` has opened."""

from alembic import context

from schatzkammer.table.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
