"""What the depot keeps."""

from django.db import connection, models

STOCK = "depot_item"
TABLES = ("depot_item", "depot_place")


class Item(models.Model):
    name = models.CharField(max_length=80)
    count = models.IntegerField(default=0)

    @classmethod
    def like(cls, text):
        return cls.objects.raw("SELECT * FROM depot_item WHERE name LIKE '%%%s%%'" % text)

    @classmethod
    def named(cls, text):
        return cls.objects.raw("SELECT * FROM depot_item WHERE name = %s", [text])

    @classmethod
    def in_place(cls, place):
        condition = f"place = '{place}'"
        return cls.objects.extra(where=[condition])

    @classmethod
    def in_places(cls, places):
        return cls.objects.extra(where=["place = ANY(%s)"], params=[places])


def recount():
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"ANALYZE {table}")
        cursor.execute("DELETE FROM " + STOCK + " WHERE count < 0")


def totals(columns):
    chosen = ", ".join(columns)
    statement = "SELECT {} FROM {}".format(chosen, STOCK)
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall()
