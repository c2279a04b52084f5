"""What a directory's key is without its models: the same for every model, another one for any other
change."""

from collections.abc import Mapping, Sequence

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from luminos_core.cache.directory_key import directory_key, key_digest, model_free_digest
from luminos_core.records.directory import DirectoryKey
from luminos_core.records.snapshot import DirectoryRecord
from tests.luminos_core.cache.test_cache_directory_key import (
    CONTEXT,
    changed,
    trees,
    upwards,
    with_file,
)

MODELS = ("m", "n", "m at high effort")


def keys(
    tree: Sequence[DirectoryRecord],
    models: Mapping[str, str] | None = None,
    gaps: Mapping[str, str] | None = None,
    **context: str,
) -> dict[str, DirectoryKey]:
    """Each directory's key when `models` have investigated the directories, each its own."""
    made: dict[str, DirectoryKey] = {}
    for directory in tree:
        model = {"model": (models or {}).get(directory.path, "m")}
        made[directory.path] = directory_key(
            directory,
            CONTEXT.model_copy(update={**context, **model}),
            key_of=made.__getitem__,
            gap_of=lambda child: (gaps or {}).get(child, ""),
        )
    return made


def free(made: Mapping[str, DirectoryKey]) -> dict[str, str]:
    return {path: model_free_digest(key) for path, key in made.items()}


def assigned(data: st.DataObject, tree: Sequence[DirectoryRecord]) -> dict[str, str]:
    return {each.path: data.draw(st.sampled_from(MODELS)) for each in tree}


@settings(deadline=None, max_examples=100)
@given(trees(), st.data())
def test_whichever_models_investigated_a_tree_its_model_free_keys_are_the_same(
    tree: list[DirectoryRecord], data: st.DataObject
) -> None:
    one, other = keys(tree, assigned(data, tree)), keys(tree, assigned(data, tree))
    assert free(one) == free(other)


@settings(deadline=None, max_examples=100)
@given(trees(), st.data())
def test_the_key_itself_depends_on_every_model_at_and_below_the_directory(
    tree: list[DirectoryRecord], data: st.DataObject
) -> None:
    models = assigned(data, tree)
    path = data.draw(st.sampled_from([*models]))
    other = data.draw(st.sampled_from([model for model in MODELS if model != models[path]]))
    before = {each: key_digest(key) for each, key in keys(tree, models).items()}
    after = keys(tree, {**models, path: other})
    assert changed(before, {each: key_digest(key) for each, key in after.items()}) == set(
        upwards(path)
    )


@settings(deadline=None, max_examples=100)
@given(trees(), st.data())
def test_content_changes_the_model_free_keys_of_its_directory_and_of_those_above(
    tree: list[DirectoryRecord], data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from([each.path for each in tree]))
    after = with_file(tree, path, digest="other")
    assert changed(free(keys(tree)), free(keys(after, assigned(data, tree)))) == set(upwards(path))


@settings(deadline=None, max_examples=100)
@given(trees(), st.data())
def test_a_gap_changes_the_model_free_keys_above_it(
    tree: list[DirectoryRecord], data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from([each.path for each in tree]))
    gaps = {path: data.draw(st.sampled_from(["failed", "skipped", "unreadable"]))}
    after = free(keys(tree, assigned(data, tree), gaps))
    assert changed(free(keys(tree)), after) == set(upwards(path)) - {path}


@settings(deadline=None, max_examples=50)
@given(trees(), st.sampled_from(["prompt", "tools"]), st.data())
def test_prompts_and_tools_change_every_model_free_key(
    tree: list[DirectoryRecord], ingredient: str, data: st.DataObject
) -> None:
    after = free(keys(tree, assigned(data, tree), **{ingredient: "other"}))
    assert changed(free(keys(tree)), after) == {each.path for each in tree}


@settings(deadline=None, max_examples=50)
@given(trees())
def test_no_model_free_key_is_a_key(tree: list[DirectoryRecord]) -> None:
    made = keys(tree, dict.fromkeys((each.path for each in tree), ""))
    assume(made)
    assert not {*free(made).values()} & {key_digest(key) for key in made.values()}
